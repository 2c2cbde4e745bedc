const SIZES = {
  xl: 'large-[5.25] lg:large-[7]',
  l: 'large-[4] lg:large-[4.75]',
  m: 'large-[2.5] lg:large-[3.125]',
  s: 'fig-s',
  t: 'fig-t',
}

/** More characters, such as millions, are set smaller where the place is narrow. Cents are about half as wide. */
const MAX_FULL_SIZE = 9

/** Less than a dollar: its cents are the amount. Raised and small, they would read as nothing. */
const LESS_THAN_ONE = /^\D*0\.(?!00)/

/**
 * A figure as shown on the scoreboard. Takes text that is already formatted: `$1,234.50` gets raised cents, `$0.10` and
 * everything else is left as is. A browser that translates the page leaves it alone.
 */
export function Figure({
  text,
  size,
  flat = false,
  className = '',
}: {
  text: string
  size?: keyof typeof SIZES
  flat?: boolean
  className?: string
}) {
  const cents = LESS_THAN_ONE.test(text) ? null : /^(.*)(\.\d\d)$/.exec(text)
  const isLong = (cents ? text.length - 1 : text.length) > MAX_FULL_SIZE
  const classes = `fig ${isLong ? 'long' : ''} ${size ? SIZES[size] : ''} ${flat || size === 't' ? 'flat' : ''} ${className}`
  if (!cents)
    return (
      <span className={classes} translate="no">
        {text}
      </span>
    )
  return (
    <span className={classes} translate="no">
      {cents[1]}
      <small>{cents[2]}</small>
    </span>
  )
}
