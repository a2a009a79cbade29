import { computed } from "@preact/signals";
import { store } from "../core/store.js";

/** How many questions and approvals wait for a person, by session. */
export const waitingBySession = computed(() => {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const one of store.interruptions.value.values()) {
    counts.set(one.session_id, (counts.get(one.session_id) ?? 0) + 1);
  }
  return counts;
});

/** What waits, the most pressing first: a deadline before none, the nearer and the older first. */
export const waitingInOrder = computed(() =>
  [...store.interruptions.value.values()].sort((a, b) => {
    const far = "9";
    return (
      (a.deadline ?? far).localeCompare(b.deadline ?? far) ||
      a.created_at.localeCompare(b.created_at)
    );
  }),
);
