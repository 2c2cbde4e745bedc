import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepPreHydration } from './pre-hydration.ts'
import { surviveTranslation } from './translated-page.ts'

// Style elements that dialogs add at run time carry the page's nonce (Content-Security-Policy).
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })

surviveTranslation()
keepPreHydration()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
