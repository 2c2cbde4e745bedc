import { type RefObject, useEffect, useRef } from 'react'
import { firstInvalid, focusOn } from '#web/ui/focus.ts'

/** After each attempt the first invalid field gets the focus, whatever kind it is. */
export function useFirstWrong({
  submitCount,
  errors,
}: {
  submitCount: number
  errors: object
}): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const answered = useRef(0)
  useEffect(() => {
    if (submitCount === answered.current || Object.keys(errors).length === 0) return
    answered.current = submitCount
    focusOn(firstInvalid(form.current))
  }, [submitCount, errors])
  return form
}
