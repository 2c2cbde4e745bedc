// Puts a campaign's progress where <div data-campaign="…"> or this script itself stands. Nothing is asked of the page
// that it stands on, and nothing is told about it: the frame runs no script and sees no cookie of that page.
;(() => {
  const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
  const script = document.currentScript ?? document.querySelector('script[src$="/embed.js"]')
  if (!script) return
  const site = new URL(script.src).origin

  const frameFor = ({ campaign, ref }) => {
    const frame = document.createElement('iframe')
    const query = ref ? `?ref=${encodeURIComponent(ref)}` : ''
    frame.src = `${site}/embed/campaigns/${campaign}${query}`
    frame.title = 'Campaign progress'
    frame.loading = 'lazy'
    frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
    Object.assign(frame.style, {
      display: 'block',
      width: '100%',
      maxWidth: '480px',
      minWidth: '260px',
      height: '420px',
      border: '0',
      colorScheme: 'light dark',
    })
    return frame
  }

  const show = () => {
    for (const place of document.querySelectorAll('div[data-campaign]')) {
      if (!ID.test(place.dataset.campaign) || place.dataset.shown) continue
      place.dataset.shown = 'true'
      place.append(frameFor(place.dataset))
    }
  }

  if (ID.test(script.dataset.campaign ?? '')) script.after(frameFor(script.dataset))
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show)
  else show()
})()
