/** The parts of a text: ` | ` is between them, also at the start of a line. */
export const list = (text: string): string[] => text.split(/\n\s*\| | \| /)
