import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CampaignArt } from './campaign-art.tsx'

const id = '0199a4c2-1111-7222-8333-444455556666'
const folder = `${id}/${'a'.repeat(32)}-1200x800`
const campaign = { id, cause: 'soccer', imageUrl: null }
const html = (given: Parameters<typeof CampaignArt>[0]) => renderToStaticMarkup(<CampaignArt {...given} />)

test('a campaign without an uploaded picture shows its drawn one', () => {
  expect(html({ campaign, size: 'card' })).toMatch(
    /^<img src="\/art\/soccer-\d\.svg" width="756" height="344" alt="" loading="lazy"\/>$/,
  )
})

test('an uploaded picture is offered in two formats and three widths, with its size', () => {
  const made = html({
    campaign: { ...campaign, imageUrl: `/images/${folder}/1200.webp` },
    size: 'wide',
    isFirst: true,
  })
  expect(made).toContain(
    `/images/${folder}/480.avif 480w, /images/${folder}/960.avif 960w, /images/${folder}/1200.avif 1200w`,
  )
  expect(made.indexOf('image/avif')).toBeLessThan(made.indexOf('image/webp'))
  expect(made).toContain(
    `<img src="/images/${folder}/1200.webp" width="1200" height="800" alt="" fetchPriority="high"/>`,
  )
})

test('a picture address of another site is shown unchanged', () => {
  expect(html({ campaign: { ...campaign, imageUrl: '/x.png' }, size: 'card' })).toBe(
    '<img src="/x.png" alt="" loading="lazy"/>',
  )
})
