import { saveRecord } from "./save_record.js";

/**
 * Create or change; with a `version` a stale change is refused with code `stale`.
 * @param {Record<string, any>} record without an id it is created
 */
export const saveProvider = (record) => saveRecord("provider", record);
