import { brand } from '#web/content/brand.ts'
import { Heading } from '#web/ui/heading.tsx'

/** A guest's form and its confirmation work only with a script: without one they say so instead of doing nothing. */
export const WithoutScript = ({ title }: { title?: string }) => (
  <noscript>
    {title && (
      <Heading level={1} size="page" className="mt-3">
        {title}
      </Heading>
    )}
    <p className={title ? 'note mt-3' : 'note'}>
      <span>
        Pledging needs JavaScript. Turn it on in your browser and load this page again, or write to us:{' '}
        <a href={`mailto:${brand.contactEmail}`} className="text-link">
          {brand.contactEmail}
        </a>
      </span>
    </p>
  </noscript>
)
