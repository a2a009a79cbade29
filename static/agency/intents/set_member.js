import { api } from "../net/api.js";

/**
 * Add a person to a workspace, or change their place in it.
 * @param {string} workspaceId @param {{username: string, role: string, can_answer: boolean}} member
 */
export function setMember(workspaceId, { username, role, can_answer }) {
  return api.post(`/api/workspace/${workspaceId}/member/`, { username, role, can_answer });
}

/** Take a person's place away. @param {string} workspaceId @param {string} memberId */
export function removeMember(workspaceId, memberId) {
  return api.delete(`/api/workspace/${workspaceId}/member/${memberId}/`);
}
