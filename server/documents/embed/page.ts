/** The widget: a small page without a script that other sites show in a frame. Figures as of loading. */
import { createHash } from 'node:crypto'
import { crestOf, type OrganizationLook } from '#domain/campaigns/crest.ts'
import type { CampaignDetail } from '#domain/schemas/campaign.ts'
import { type ShareFacts, shareFacts } from '#server/documents/renderer/index.ts'
import { asMarkup } from '#server/platform/pages/markup.ts'
import { brand } from '#web/content/brand.ts'

type EmbedFacts = Pick<
  ShareFacts,
  | 'name'
  | 'organization'
  | 'look'
  | 'percent'
  | 'goal'
  | 'pledged'
  | 'earned'
  | 'pledgedShare'
  | 'earnedShare'
  | 'last'
  | 'state'
> & {
  isOpen: boolean
  /** What the campaign calls its season. */
  season: string
}

export function embedFacts(detail: CampaignDetail): EmbedFacts {
  const facts = shareFacts(detail)
  const { name, organization, look, percent, goal, pledged, earned, pledgedShare, earnedShare, last, state } =
    facts
  return {
    name,
    organization,
    look,
    percent,
    goal,
    pledged,
    earned,
    pledgedShare,
    earnedShare,
    last,
    state,
    isOpen: detail.campaigns.pledgesClosedReason === null,
    season: detail.campaigns.vocabulary.season,
  }
}

/** The few design tokens (web/styles/tokens.css) that this page needs; figures in the narrow typeface if the visitor has one. */
const STYLE = `:root{color-scheme:light dark;--page:#fff;--ink:#0b1f1d;--ink2:#455852;--line:#cdd7cf;--track:#e3eae3;--accent:#ff6a2b;--foot:#b23b00;--focus:#0b4fc4}
@media(prefers-color-scheme:dark){:root{--page:#0f222a;--ink:#edf4ee;--ink2:#a6bab4;--line:#26404a;--track:#0a1a21;--accent:#ff7a3f;--foot:#a63d0a;--focus:#8fc2ff}}
*{box-sizing:border-box;margin:0}
html,body{height:100%}
body{background:none;color:var(--ink);font:0.9375rem/1.4 "Hanken Grotesk",system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{display:flex;background:var(--page);flex-direction:column;gap:9px;height:100%;padding:16px 18px;border:1px solid var(--line);border-radius:10px;overflow:hidden auto}
main>*{flex:none}
a{color:inherit}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
h1,.big,dd,.go{font-family:"Sofia Sans Extra Condensed","Arial Narrow","Roboto Condensed",sans-serif;font-weight:800;line-height:1.05}
h1{font-size:1.5625rem;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere}
h1 a{text-decoration:none}
h1 a:hover{text-decoration:underline}
p{overflow-wrap:anywhere}
.last{overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.quiet,dt{color:var(--ink2)}
.share{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 8px}
.big{font-size:2.75rem}
dl{display:grid;gap:7px}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline}
dd{font-size:1.3125rem}
svg{display:block;width:100%;height:10px;color:var(--ink)}
.track{fill:var(--track)}
.go{margin-top:auto;display:flex;align-items:center;justify-content:center;min-height:44px;border:1.5px solid var(--foot);border-bottom-width:4px;border-radius:6px;background:var(--accent);color:#1c0a02;font-size:1.3125rem;text-decoration:none}
.go.quiet{background:none;color:var(--ink);border:1.5px solid currentColor}
.by{font-size:0.84375rem;text-align:center}
.top{height:8px;margin:-16px -18px 0;width:calc(100% + 36px)}
.who{display:flex;align-items:center;gap:10px;white-space:normal}
.crest{flex:none;width:40px;height:40px;object-fit:contain}
.who>span{overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}`

const HASH = createHash('sha256').update(STYLE).digest('base64')

/** Only this page may be framed by other sites: nothing on it performs an action. */
export const EMBED_HEADERS = {
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-robots-tag': 'noindex',
} as const

const document = (title: string, inside: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${asMarkup(title)}</title><style>${STYLE}</style></head><body><main>${inside}</main></body></html>`

/** Pledged is outlined, earned is striped like mown grass: distinct even without color. */
const bar = (share: number, fill: string, before = ''): string =>
  `<svg aria-hidden="true">${before}<rect class="track" width="100%" height="10"/><rect x="1" y="1" width="${Math.max(0, share - 1)}%" height="8" ${fill}/></svg>`
const outlined = (share: number): string => bar(share, 'fill="none" stroke="currentColor" stroke-width="2"')
const mown = (share: number): string =>
  bar(
    share,
    'fill="url(#mown)"',
    '<pattern id="mown" width="8" height="10" patternUnits="userSpaceOnUse" patternTransform="skewX(-24)"><rect width="4.5" height="10" fill="currentColor"/></pattern>',
  )

function lastLine({ last, state }: EmbedFacts): string {
  if (!last) return state ?? 'No results yet'
  const figure = last.figure === null ? '' : ` ${last.figure}`
  return `${last.isConfirmed ? 'Last result' : 'To confirm'}: ${last.statistic}${figure}, ${last.detail}`
}

export function embedPage(facts: EmbedFacts, link: string): string {
  const to = `href="${asMarkup(link)}" target="_blank" rel="noopener"`
  const { name, organization, percent, goal, pledged, earned, pledgedShare, earnedShare, isOpen } = facts
  return document(
    name,
    [
      colorsMarkup(facts.look),
      `<h1 dir="auto"><a ${to}>${asMarkup(name)}</a></h1>`,
      `<p class="quiet who" dir="auto">${crestMarkup(facts.look)}<span>${asMarkup(organization)}</span></p>`,
      `<p class="share"><span class="big">${percent}</span> <span class="quiet">of the ${goal} goal</span></p>`,
      `<dl><div><dt>Pledged</dt><dd>${pledged}</dd></div>${outlined(pledgedShare)}`,
      `<div><dt>Earned</dt><dd>${earned}</dd></div>${mown(earnedShare)}</dl>`,
      `<p class="quiet last">${asMarkup(lastLine(facts))}</p>`,
      `<a class="go${isOpen ? '' : ' quiet'}" ${to}>${isOpen ? 'Pledge now' : `See the ${facts.season}`}</a>`,
      `<p class="quiet by">by ${asMarkup(brand.name)}</p>`,
    ].join(''),
  )
}

export const embedNotFound = (appUrl: string): string =>
  document(
    'Campaign not found',
    `<h1>This campaign has left the field</h1><p class="quiet">There may be another team to support.</p><a class="go quiet" href="${asMarkup(appUrl)}/campaigns" target="_blank" rel="noopener">See all campaigns</a>`,
  )

/** An organization's crest and colors as markup. */
const drawn = (look: OrganizationLook): string => {
  const { shape, charge, initials, ink, size } = crestOf(look)
  return [
    `<svg class="crest" viewBox="0 0 64 64" aria-hidden="true"><clipPath id="crest"><path d="${shape}"/></clipPath>`,
    `<path d="${shape}" fill="${look.firstColor}"/>`,
    `<path d="${charge}" fill="${look.secondColor}" clip-path="url(#crest)"/>`,
    `<path d="${shape}" fill="none" stroke="#fff" stroke-width="2"/>`,
    `<text x="32" y="33" text-anchor="middle" dominant-baseline="central" font-weight="800" font-size="${size}" `,
    `fill="${ink}">${asMarkup(initials)}</text></svg>`,
  ].join('')
}

/** The logo, or the drawn crest. */
const crestMarkup = (look: OrganizationLook): string =>
  look.logoUrl ? `<img class="crest" src="${asMarkup(look.logoUrl)}" alt="">` : drawn(look)

const colorsMarkup = ({ firstColor, secondColor }: OrganizationLook): string =>
  `<svg class="top" aria-hidden="true"><rect width="100%" height="100%" fill="${secondColor}"/><rect width="70%" height="100%" fill="${firstColor}"/></svg>`
