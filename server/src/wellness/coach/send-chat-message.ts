import { type Static, Type } from 'typebox'
import { mostReplyMs } from '../../platform/language-model/port.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Shown, Text } from '../../platform/operation/schema.ts'
import type { Flow } from '../../platform/operation/work.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../../platform/provider-errors.ts'
import type { Settings } from '../../platform/services.ts'
import { user } from '../access.ts'
import { AskerHeaders, askerOf } from './asker.ts'
import { keepAsked, keepReply, type Written } from './conversation.ts'
import { longestMessage } from './limits.ts'
import type { Prompt } from './model.ts'
import { noSuchConversation } from './problems.ts'
import { ChatMessage, Disclosure, disclosureIn, presentMessage } from './shapes.ts'

const Exchange = Type.Object(
  { conversationId: Id, message: ChatMessage, reply: ChatMessage, disclosure: Disclosure },
  { title: 'CoachExchange' },
)

export const sendChatMessage = operation({
  source:
    'not in the specification, which has the history alone; so that there is something in it. With `Accept: text/event-stream` it tells of the reply while it is written',
  method: 'POST',
  path: '/user/chat',
  summary: 'Write to the automatic coach',
  access: user,
  headers: AskerHeaders,
  body: Type.Object(
    {
      message: Text(1, longestMessage, { example: 'I am stressed and have five minutes.' }),
      conversationId: Type.Optional(Id),
      isNew: Type.Optional(
        Type.Boolean({ description: 'begins a conversation; without it and an id the newest one goes on' }),
      ),
    },
    { title: 'CoachMessageDto' },
  ),
  runs: 'steps',
  limit: [
    { max: 30, strict: 10, windowSeconds: 60 },
    { max: 500, strict: 200, windowSeconds: 86_400 },
  ],
  tells: { message: ChatMessage, words: Type.Object({ text: Shown('Breathe out slowly.') }) },
  replies: { 200: { message: 'Answered', data: Exchange } },
  problems: [noSuchConversation],

  async handle({ body, headers, caller, step, outside, tell, services }) {
    const asker = askerOf(caller, headers)
    const present = presenting(services.settings, asker.language)
    const { message: text, conversationId, isNew = false } = body
    const asked = await step('asked', (work) => keepAsked(work, asker, { text, conversationId, isNew }))
    const { prompt } = asked
    tell('message', present(asked.message))
    const reply =
      asked.reply ??
      (await replied(prompt, { outside, tell }, (said) =>
        step('replied', (work) => keepReply(work, asker, asked, said)),
      ))
    return {
      conversationId: asked.conversationId,
      message: present(asked.message),
      reply: present(reply),
      disclosure: disclosureIn(asker.language),
    }
  },
})

const presenting =
  (settings: Settings, language: string) =>
  ({ content, ...row }: Written): Static<typeof ChatMessage> =>
    presentMessage(row, content, { settings, language })

/** Asks the model, outside of every transaction; whatever goes wrong with it, somebody answers. */
async function replied(
  prompt: Prompt | undefined,
  { outside, tell }: Pick<Flow, 'outside' | 'tell'>,
  keep: (said: string | undefined) => Promise<Written>,
): Promise<Written> {
  const said =
    prompt &&
    (await outside('model', {
      mostMs: mostReplyMs,
      call: ({ languageModel }, { signal }) =>
        languageModel.reply(prompt, { signal, heard: (words) => tell('words', { text: words }) }),
    }).catch((error: unknown) => {
      if (isOfProvider(error)) return undefined
      throw error
    }))
  return keep(said)
}

const isOfProvider = (error: unknown): boolean =>
  [ProviderRefused, ProviderUnavailable, ProviderUnsure].some((kind) => error instanceof kind)
