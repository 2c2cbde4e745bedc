/** The rest of a long list has an address, `?all=messages`: it can be shared, and opens without a script, too. */
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'

type LongList = 'matches' | 'timeline' | 'messages'
const NAME = 'all'

export function useIsWhole(list: LongList): boolean {
  const [params] = useSearchParams()
  return params.getAll(NAME).includes(list)
}

export function ShowWhole({ list, children }: { list: LongList; children: ReactNode }) {
  const [params] = useSearchParams()
  const more = new URLSearchParams(params)
  more.append(NAME, list)
  return (
    <Link
      to={`?${more}`}
      preventScrollReset
      replace
      rel="nofollow"
      className={`mt-4 ${buttonClass({ size: 'small' })}`}
    >
      {children}
    </Link>
  )
}
