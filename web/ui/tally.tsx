/** The logo: four strokes and a slash. Counting is what the product does. */
export function Tally({
  tone = 'mark',
  className = 'h-11 w-[3.625rem] flex-none',
}: {
  tone?: 'mark' | 'turf' | 'empty'
  className?: string
}) {
  const strokes = { mark: 'var(--boardink)', turf: 'var(--turf)', empty: 'var(--control)' }[tone]
  const slash = tone === 'turf' ? 'var(--turf)' : 'var(--accent)'
  return (
    <svg className={className} viewBox="0 0 34 28" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M7 4v20M14 4v20M21 4v20M28 4v20" stroke={strokes} strokeWidth="3.6" />
      <path d="M2 20 32 7" stroke={slash} strokeWidth="3.6" />
    </svg>
  )
}
