import { brand } from '#web/content/brand.ts'

/** A guest's form and its confirmation work only with a script: without one they say so instead of doing nothing. */
export const WithoutScript = () => (
  <noscript>
    <p className="note">
      <span>
        Pledging needs JavaScript. Turn it on in your browser and load this page again, or write to us:{' '}
        <a href={`mailto:${brand.contactEmail}`} className="text-link">
          {brand.contactEmail}
        </a>
      </span>
    </p>
  </noscript>
)
