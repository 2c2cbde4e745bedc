/** Beside the page on a desktop; its place is reserved while it loads. */
export const railClass =
  'rail hidden xl:sticky xl:top-0 xl:row-[2/4] xl:grid xl:grid-cols-[minmax(0,1fr)] xl:max-h-dvh xl:gap-[1.375rem] xl:self-start xl:overflow-y-auto xl:px-3 xl:py-6'
