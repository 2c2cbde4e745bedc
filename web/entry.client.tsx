import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepPreHydration } from './pre-hydration.ts'
import { surviveTranslation } from './translated-page.ts'

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
