import { type UseFormReturnType, useForm } from '@mantine/form'
import type { CategoryAttribute } from '@plaza/client/marketplace'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { texts } from '../../../texts/selling.ts'
import { attributesOf, type Category } from '../../categories/categories.ts'
import { draftOf, keepDraft, type SellValues } from './draft.ts'
import type { Opened } from './use-draft.ts'

export type SellFormState = UseFormReturnType<SellValues>

const keepAfterMs = 250

const isMissing = (value: unknown) => value === undefined || value === '' || value === null

/** The form of a listing. What is typed, and the photos, are kept in this browser as they change. */
export function useSellForm(
  key: string,
  { values, photos, base }: Opened,
  categories: readonly Category[],
): { form: SellFormState; attributes: CategoryAttribute[] } {
  const asked = (current: SellValues) =>
    attributesOf(categories, current.category_id, current.sub_category_id)
  const form = useForm<SellValues>({
    initialValues: values,
    validate: (current) => ({
      title: current.title.trim().length < 3 ? texts.errors.title : null,
      category_id: current.category_id === '' ? texts.errors.category : null,
      price: current.price === '' ? texts.errors.price : null,
      ...Object.fromEntries(
        asked(current)
          .filter(({ key: name, required }) => required && isMissing(current.attributes[name]))
          .map(({ key: name }) => [`attributes.${name}`, texts.errors.required]),
      ),
    }),
  })
  const sent = useSyncExternalStore(photos.subscribe, () => photos.all)
  const first = useRef({ values: form.values, sent })
  useEffect(() => {
    if (first.current.values === form.values && first.current.sent === sent) return
    const keep = () => void keepDraft(key, draftOf(form.values, sent, base))
    const timer = setTimeout(keep, keepAfterMs)
    return () => clearTimeout(timer)
  }, [key, form.values, sent, base])
  return { form, attributes: asked(form.values) }
}
