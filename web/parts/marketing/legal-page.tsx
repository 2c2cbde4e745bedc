import type { LegalText } from '#web/content/prose.ts'
import { calendarDayText } from '#web/format.ts'
import { Blocks } from './prose.tsx'

/** A dated text with its table of contents: beside it where there is room, above it where there is not. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <main id="main" className="wrap legal">
      <header>
        <h1 className="title">{text.title}</h1>
        <p className="lead quiet">{text.lead}</p>
        <p className="fine quiet">
          Last changed on <time dateTime={text.updatedOn}>{calendarDayText(text.updatedOn)}</time>
        </p>
      </header>
      <nav className="page-contents" aria-labelledby="contents">
        <h2 id="contents" className="label">
          On this page
        </h2>
        <ol>
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose-column">
        {text.sections.map(({ id, title, body }) => (
          <section key={id}>
            <h2 id={id}>{title}</h2>
            <Blocks blocks={body} />
          </section>
        ))}
      </div>
    </main>
  )
}
