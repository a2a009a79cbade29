// Written by `python -m tests.arch.types_page`; a test compares it with the code.

export * from "./budget";
export * from "./catalogue";
export * from "./child";
export * from "./copying";
export * from "./events";
export * from "./operation";
export * from "./problem";
export * from "./run";
export * from "./search";
export * from "./session";
export * from "./workspace";
