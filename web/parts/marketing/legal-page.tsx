import type { LegalText } from '#web/content/prose.ts'
import { calendarDayText } from '#web/format.ts'
import { Blocks } from './prose.tsx'

const SECTION_TITLE = 'mb-3 scroll-mt-5 large-[2] lg:large-[2.25]'

const CONTENTS =
  'rounded-control bg-sunken px-5 py-4.5 lg:sticky lg:top-5 lg:max-h-[calc(100vh-2.5rem)] lg:self-start lg:overflow-y-auto'
/** Two lines high: a title that needs two until its font has loaded moves nothing. */
const CONTENTS_LINK =
  'flex min-h-12 items-center leading-6 underline decoration-control underline-offset-4 hover:decoration-current lg:min-h-9 lg:text-[0.9375rem] lg:leading-[1.125rem]'

/** A dated text with its table of contents: beside it where there is room, above it where there is not. */
export function LegalPage({ text }: { text: LegalText }) {
  return (
    <main
      id="main"
      className="wrap grid gap-8 pt-10 lg:grid-cols-[min(17.5rem,30%)_minmax(0,1fr)] lg:gap-x-18 lg:gap-y-12 lg:pt-16"
    >
      <header className="lg:col-span-full">
        <h1 className="title">{text.title}</h1>
        <p className="lead quiet mt-3.5 max-w-[54ch]">{text.lead}</p>
        <p className="fine quiet mt-2.5">
          Last changed on <time dateTime={text.updatedOn}>{calendarDayText(text.updatedOn)}</time>
        </p>
      </header>
      <nav className={CONTENTS} aria-labelledby="contents">
        <h2 id="contents" className="label text-ink2">
          On this page
        </h2>
        <ol className="mt-2 gap-6 sm:max-lg:columns-2">
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className={CONTENTS_LINK}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="max-w-[62ch] text-[1.0625rem]/[1.6]">
        {text.sections.map(({ id, title, body }) => (
          <section key={id} className="not-first:mt-10">
            <h2 id={id} className={SECTION_TITLE}>
              {title}
            </h2>
            <Blocks blocks={body} />
          </section>
        ))}
      </div>
    </main>
  )
}
