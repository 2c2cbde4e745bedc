/** A small plate for a mark; its colors say what the mark means. */
export const tickPlateClass = 'tick-plate grid size-[1.875rem] flex-none place-items-center rounded-badge'
