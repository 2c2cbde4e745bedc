type Props = { now: number; of: number; name: string; next: string | null }

/** Bars for the steps, always with the words too. */
export function Steps({ now, of, name, next }: Props) {
  return (
    <div className="mt-3">
      <p className="fine flex justify-between gap-4">
        <strong aria-live="polite">{`Step ${now} of ${of}: ${name}`}</strong>
        {next && <span className="quiet">Next: {next}</span>}
      </p>
      <div className="steps mt-2.5 grid auto-cols-fr grid-flow-col gap-[0.3125rem]" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps are their numbers
            key={index}
            className={`h-1.5 rounded-[2px] ${index + 1 < now ? 'done bg-turf' : index + 1 === now ? 'now bg-ink' : 'shadow-[inset_0_0_0_1.5px_var(--control)]'}`}
          />
        ))}
      </div>
    </div>
  )
}
