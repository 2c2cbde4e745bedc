export type Step = { title: string; text: string }

/** Steps in their order, along a chalk line. */
export function NumberedSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="numbered-steps">
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <span className="fig" aria-hidden="true">
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p className="quiet">{text}</p>
        </li>
      ))}
    </ol>
  )
}
