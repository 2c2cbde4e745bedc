type Props = { now: number; of: number; name: string; next: string | null }

/** Bars for steps, and always the words too. */
export function Steps({ now, of, name, next }: Props) {
  return (
    <div className="mt-3">
      <p className="fine flex justify-between gap-4">
        <strong aria-live="polite">{`Step ${now} of ${of}: ${name}`}</strong>
        {next && <span className="quiet">Next: {next}</span>}
      </p>
      <div className="steps" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are their numbers
          <i key={index} className={index + 1 < now ? 'done' : index + 1 === now ? 'now' : ''} />
        ))}
      </div>
    </div>
  )
}
