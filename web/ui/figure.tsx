/**
 * A figure as shown on the scoreboard. Takes text that is already formatted: `$1,234.50` gets raised cents,
 * everything else is left as is.
 */
export function Figure({
  text,
  size,
  flat = false,
  className = '',
}: {
  text: string
  size?: 'xl' | 'l' | 'm' | 's' | 't'
  flat?: boolean
  className?: string
}) {
  const cents = /^(.*)(\.\d\d)$/.exec(text)
  const classes = `fig ${size ? `fig-${size}` : ''} ${flat || size === 't' ? 'flat' : ''} ${className}`
  if (!cents) return <span className={classes}>{text}</span>
  return (
    <span className={classes}>
      {cents[1]}
      <small>{cents[2]}</small>
    </span>
  )
}
