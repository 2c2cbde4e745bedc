import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { completedUrl } from '#domain/web-address.ts'

/** A link field: on leaving it, `https://` is added if missing. */
export const registerUrl = <Values extends FieldValues>(form: UseFormReturn<Values>, name: Path<Values>) =>
  form.register(name, {
    onBlur: ({ target }: { target: { value: string } }) => {
      const url = completedUrl(target.value)
      if (url !== target.value)
        form.setValue(name, url as PathValue<Values, Path<Values>>, { shouldDirty: true })
    },
  })
