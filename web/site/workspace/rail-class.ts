/** Beside the page at a desk; its place is kept while it is loaded. */
export const railClass =
  'rail hidden xl:sticky xl:top-0 xl:row-[2/4] xl:grid xl:max-h-dvh xl:gap-[22px] xl:self-start xl:overflow-y-auto xl:px-3 xl:py-6'
