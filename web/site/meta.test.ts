import { expect, test } from 'vitest'
import { landing } from '#web/content/landing.ts'
import { pageMeta } from './meta.ts'

const matches = [undefined, { id: 'root', loaderData: { config: { appUrl: 'https://pledges.example' } } }]
const page = { title: 'Pricing', description: 'What it costs.', path: '/pricing' }

test('a public page has one canonical address and the same preview everywhere', () => {
  expect(pageMeta(matches, page)).toEqual([
    { title: 'Pricing · Pledgeraiser' },
    { name: 'description', content: 'What it costs.' },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Pledgeraiser' },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: 'Pricing' },
    { property: 'og:description', content: 'What it costs.' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { tagName: 'link', rel: 'canonical', href: 'https://pledges.example/pricing' },
    { property: 'og:url', content: 'https://pledges.example/pricing' },
    { property: 'og:image', content: 'https://pledges.example/api/share.png' },
    { property: 'og:image:alt', content: `They score. You raise. ${landing.promise}` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
  ])
})

test('the picture of a link preview has its full address and size', () => {
  const picture = { path: '/share/1.png', alt: '9 goals so far', width: 1200, height: 630 }
  const made = pageMeta(matches, { ...page, picture })
  expect(made).toContainEqual({ property: 'og:image', content: 'https://pledges.example/share/1.png' })
  expect(made).toContainEqual({ property: 'og:image:width', content: '1200' })
  expect(made.filter((one) => 'property' in one && one.property === 'og:image')).toHaveLength(1)
})

test('structured data names schema.org, and no canonical address is made up', () => {
  const made = pageMeta([], { ...page, data: [{ '@type': 'FAQPage' }] })
  expect(made).toContainEqual({
    'script:ld+json': { '@context': 'https://schema.org', '@type': 'FAQPage' },
  })
  expect(JSON.stringify(made)).not.toContain('canonical')
})
