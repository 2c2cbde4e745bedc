/**
 * Everything on the board is measured in hundredths of the widest 16:9 picture that fits, so that it fills 1920 × 1080
 * and keeps its proportions on any landscape screen: `--u` is one of them, and a step of spacing (`gap-30`,
 * `p-24`) a tenth of one. On a phone the board is in portrait, and measured in pixels.
 */
export const BOARD_UNITS = '[--spacing:calc(var(--u)/10)] [--u:min(1vw,1.7778vh)] portrait:[--u:1.7vw]'

/** Words readable from the last row. */
export const LABEL = 'label text-[max(1.0625rem,--spacing(17.5))]'
export const QUIET_LABEL = 'label quiet text-[max(1.0625rem,--spacing(16))]'
export const ADDRESS = 'font-[650] whitespace-nowrap portrait:whitespace-normal portrait:wrap-anywhere'

/** Parts of the board below one another. */
export const PART = 'border-t border-boardmuted/30 pt-11'

/** Entered and not confirmed. */
export const WAITING = 'rounded-plate border-[max(2px,--spacing(1.6))] border-dashed border-bulb text-bulb'
