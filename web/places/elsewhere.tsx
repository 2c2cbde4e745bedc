import type { ReactNode } from 'react'

/** Beside a list of the 50 states: whoever lives elsewhere reads what to do instead. */
export const Elsewhere = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <p className={`quiet fine ${className}`}>DC, a territory, or an APO, FPO or DPO address? {children}</p>
)
