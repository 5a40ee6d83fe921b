import { type FormErrors, type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form'
import { type MutationFunction, useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useContentKey } from './content-key.ts'
import type { Draft } from './drafts.ts'
import { Failure } from './failure.ts'
import { showFields } from './field-failures.ts'
import { type Base, changedFields, rebase } from './merge.ts'
import { messageOf } from './states.tsx'

interface ServerFormOptions<Values extends object, Request, Reply, How extends string> {
  initialValues: Values
  validate?: FormValidateInput<Values>
  /** Sends the form: a generated `…Mutation()`, or any function. */
  mutation: { mutationFn?: MutationFunction<Reply, Request> | undefined }
  /** What is sent. @param how what `submit` was called with, when the form can be sent in several ways. */
  request: (values: Values, attempt: Attempt<Values>, how?: How) => Request
  /** Fields of the request → fields of the form, where they differ. */
  names?: Record<string, string> | ((values: Values) => Record<string, string>)
  /** Of a form that changes a row: the row as the page knows it now. */
  base?: Base<Values> | undefined
  /** The row as the server knows it. When it was changed elsewhere, the form follows and keeps what was typed. */
  reload?: (() => Promise<Base<Values>>) | undefined
  /** Has what is typed kept in this browser. */
  draft?: { isRebased: boolean; keep: (draft: Draft<Values>) => Promise<void> }
  onSuccess?: (reply: Reply, sent: Sent<Values, How>) => unknown
  /** The server refused, and the form shows why. */
  onRefused?: (refusal: Failure) => void
}

interface Attempt<Values> {
  /** What the form was filled with. */
  base: Base<Values>
  /** One key for one content, until it is refused: what is sent again after a lost answer has its effect once. */
  keyOf: (content: object) => string
}

interface Sent<Values, How> {
  values: Values
  how: How | undefined
  /** Fills the form with what became of the row; what was typed since it was sent stays. */
  fill: (row: Base<Values>) => void
}

/** What became of sending the form. */
interface Outcome {
  /** What to say above the form: what no input shows. */
  failure?: string | undefined
  /** What the server answered with. */
  refusal?: Failure
  /** The row was changed elsewhere: the form shows it as it is now, with what was typed here. */
  isRebased: boolean
}

export interface ServerForm<Values, How extends string = never> extends UseFormReturnType<Values>, Outcome {
  /** For the `onSubmit` of the form, and the `onClick` of buttons that send it in another way. */
  submit: (how?: How) => (event?: SyntheticEvent) => void
  isSending: boolean
}

const underWay: Outcome = { isRebased: false }

/** A form of which the server says what is wrong: beside the inputs that are meant, or above. */
export function useServerForm<Values extends object, Request, Reply, How extends string = never>(
  options: ServerFormOptions<Values, Request, Reply, How>,
): ServerForm<Values, How> {
  const { initialValues, validate, mutation, request, draft } = options
  const form = useForm<Values>({ initialValues, validate })
  const [outcome, setOutcome] = useState<Outcome>({ isRebased: draft?.isRebased ?? false })
  const { base, fill } = useBase(form, options)
  const { keyOf, forget } = useContentKey()
  useKeeping(form.values, base, draft?.keep)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ values, how }: { values: Values; how: How | undefined }, context) => {
      if (!mutation.mutationFn) throw new Error('a form needs a function that sends it')
      return mutation.mutationFn(request(values, { base, keyOf }, how), context)
    },
    onSuccess: (reply, { values, how }) =>
      options.onSuccess?.(reply, { values, how, fill: (row) => fill(row, values) }),
    onError: async (error) => {
      if (!(error instanceof Failure)) throw error
      if (error.isFinal) forget()
      const { reload, names = {}, onRefused } = options
      if (reload && error.code === 'VERSION_CONFLICT') return setOutcome(await follow(reload))
      const inputs = typeof names === 'function' ? names(form.getValues()) : names
      setOutcome({ isRebased: false, refusal: error, failure: showFields(form, error, inputs) })
      onRefused?.(error)
    },
  })
  const follow = async (reload: () => Promise<Base<Values>>): Promise<Outcome> => {
    try {
      fill(await reload(), base.values)
      return { isRebased: true }
    } catch (error) {
      return { isRebased: false, failure: messageOf(error) }
    }
  }
  const send = (how?: How) =>
    form.onSubmit((values) => {
      setOutcome(underWay)
      mutate({ values, how })
    }, focusFirst(form))
  const submit = (how?: How) => (event?: SyntheticEvent) => {
    event?.preventDefault()
    send(how)()
  }
  return { ...form, ...outcome, submit, isSending: isPending }
}

const focusFirst =
  <Values>(form: UseFormReturnType<Values>) =>
  (errors: FormErrors): void => {
    const [wrong = ''] = Object.keys(errors)
    form.getInputNode(wrong)?.focus()
  }

/** What the form was filled with last. A change of what it does not show takes nothing away from it. */
function useBase<Values extends object>(
  form: UseFormReturnType<Values>,
  { initialValues, base: row }: { initialValues: Values; base?: Base<Values> | undefined },
) {
  const [filled, setFilled] = useState<Base<Values>>(row ?? { values: initialValues })
  const isAsFilled = row && changedFields(row.values, filled.values).length === 0
  const base = isAsFilled && (row.version ?? 0) > (filled.version ?? 0) ? row : filled
  const fill = (now: Base<Values>, from: Values) => {
    form.setValues(rebase(form.getValues(), from, now.values))
    setFilled(now)
  }
  return { base, fill }
}

const keepAfterMs = 250

function useKeeping<Values>(
  values: Values,
  base: Base<Values>,
  keep: ((draft: Draft<Values>) => Promise<void>) | undefined,
): void {
  const first = useRef(values)
  useEffect(() => {
    if (!keep || first.current === values) return
    const timer = setTimeout(() => void keep({ values, base }), keepAfterMs)
    return () => clearTimeout(timer)
  }, [keep, values, base])
}
