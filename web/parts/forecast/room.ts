/** What a forecast takes up, while it loads. */
export const FORECAST_ROOM = 'mt-4 h-[660px] md:h-[570px]'
