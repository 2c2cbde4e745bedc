/** What is wrong with each field of a body, and the fields that the refusal must name if they are not these. */
export type WrongBody = { wrong: Record<string, unknown>; named?: string[] }
