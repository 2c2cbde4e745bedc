/** What a forecast takes up, while it loads. */
export const FORECAST_ROOM = 'mt-4 h-[41.25rem] md:h-[35.625rem]'
