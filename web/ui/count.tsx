/** How much open work is behind a tab or a heading. Renders nothing at zero. */
export function Count({
  value,
  of,
}: {
  value: number /** Read after the figure: "to confirm". */
  of: string
}) {
  if (value === 0) return null
  return (
    <span className="count">
      {value}
      <span className="sr-only"> {of}</span>
    </span>
  )
}
