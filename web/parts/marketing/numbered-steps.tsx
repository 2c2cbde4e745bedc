const STEP_TITLE = 'lg:mt-2.5 lg:large-[1.75]'

type Step = { title: string; text: string }

const COLUMNS = { 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4' }

/** Steps in their order, along a chalk line. */
export function NumberedSteps({ steps, columns }: { steps: readonly Step[]; columns: 3 | 4 }) {
  return (
    <ol className={`mt-8 grid gap-6 md:grid-cols-2 md:gap-x-10 md:gap-y-9 lg:mt-12 ${COLUMNS[columns]}`}>
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className="grid grid-cols-[3.25rem_minmax(0,1fr)] content-start items-baseline lg:grid-cols-[minmax(0,1fr)] lg:border-t-[3px] lg:border-ink lg:pt-5"
        >
          <span className="fig large-[2.75] text-accenttext lg:large-[3.5]" aria-hidden="true">
            {index + 1}
          </span>
          <h3 className={STEP_TITLE}>{title}</h3>
          <p className="quiet col-start-2 mt-1.5 lg:col-start-1">{text}</p>
        </li>
      ))}
    </ol>
  )
}
