/** Behind the words of a hero, whose veil is in hero.css; on a phone only at its top. */
export const HERO_PICTURE = 'absolute inset-0 -z-2 size-full object-cover object-[62%_9%]'
export const HERO_ART = `${HERO_PICTURE} max-lg:h-[21.25rem]`

/** Beyond this the picture is bright, and text would overlap it. */
export const HERO_META =
  'flex flex-wrap items-center gap-x-[1.125rem] gap-y-1 *:min-w-0 wrap-anywhere lg:max-w-[min(40rem,56vw)]'
