/** The records of the wire: the same in REST, in socket frames and in snapshots. */

export * from "./parts";
export * from "./records";
export * from "./wire";
