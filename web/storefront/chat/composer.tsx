import { ActionIcon, Button, Textarea } from '@mantine/core'
import type { ChatRoomRecord, MessageRecord } from '@plaza/client/marketplace'
import { IconPhoto, IconSend2, IconX } from '@tabler/icons-react'
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { texts } from '../../texts/chat.ts'
import { useQueue } from '../../ui/queue.ts'
import { FormFailure } from '../../ui/states.tsx'
import { isPicture, pictureTypes } from '../../ui/upload.ts'
import { session } from '../session.ts'
import { useDraft } from './drafts.ts'
import { outbox, send } from './outbox.ts'
import { QuickReplies, quickRepliesOf } from './quick-replies.tsx'
import classes from './room.module.css'
import { Blocking } from './room-header.tsx'
import { peerOf } from './room-row.tsx'
import { LocalPicture } from './waiting-message.tsx'

const mostPictures = 10
/** A phone's own keyboard has a key for new lines and none for sending. */
const sendsOnEnter = window.matchMedia('(pointer: fine)').matches

/** Where one writes, or why one cannot. */
export function Composer({ room, last }: { room: ChatRoomRecord; last: MessageRecord | undefined }) {
  if (room.is_blocked) return <Blocked room={room} />
  if (!room.is_active) return <div className={classes.closed}>{texts.closed}</div>
  return <OpenComposer roomId={room._id} replies={quickRepliesOf(room, last)} />
}

function Blocked({ room }: { room: ChatRoomRecord }) {
  const [isAsking, setAsking] = useState(false)
  if (room.blocked_by !== session.personId)
    return <div className={classes.closed}>{texts.blockedByOther}</div>
  return (
    <div className={classes.closed}>
      {texts.blockedByMe(peerOf(room).name)}{' '}
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.unblock}
      </Button>
      {isAsking && <Blocking room={room} onClose={() => setAsking(false)} />}
    </div>
  )
}

function OpenComposer({ roomId, replies }: { roomId: string; replies: readonly string[] }) {
  const { text, write, putBack } = useDraft(roomId)
  const [pictures, setPictures] = useState<File[]>([])
  const [failure, setFailure] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isSending = useQueue(outbox).some(({ item }) => item.roomId === roomId)
  const hasBegun = text !== '' || pictures.length > 0 || isSending
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words === '' && pictures.length === 0) return
    // Empty at once, so that a second press finds nothing to send again.
    write('')
    setPictures([])
    setFailure(undefined)
    try {
      await send({ roomId, text: words, pictures })
    } catch {
      putBack(words)
      setPictures((begun) => [...pictures, ...begun])
      setFailure(texts.notKept)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!sendsOnEnter || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  const choose = (chosen: File[]) => {
    const wrong = chosen.find((file) => !isPicture(file))
    const all = [...pictures, ...chosen.filter(isPicture)]
    setFailure(wrong ? texts.notPicture(wrong.name) : all.length > mostPictures ? texts.tooMany : undefined)
    setPictures(all.slice(0, mostPictures))
  }
  return (
    <form ref={form} className={classes.composer} onSubmit={submit}>
      <FormFailure message={failure} />
      <Chosen pictures={pictures} onRemove={(gone) => setPictures(pictures.filter((one) => one !== gone))} />
      {replies.length > 0 && !hasBegun && (
        <QuickReplies
          replies={replies}
          choose={(reply) => {
            write(reply)
            field.current?.focus()
          }}
        />
      )}
      <div className={classes.line}>
        <AddPictures onChoose={choose} />
        <Textarea
          ref={field}
          aria-label={texts.write}
          placeholder={texts.write}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={4000}
          dir="auto"
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          radius="xl"
          aria-label={texts.send}
          disabled={text.trim() === '' && pictures.length === 0}
        >
          <IconSend2 aria-hidden size={20} />
        </ActionIcon>
      </div>
    </form>
  )
}

function AddPictures({ onChoose }: { onChoose: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])])
    currentTarget.value = ''
  }
  return (
    <>
      <ActionIcon aria-label={texts.addPictures} onClick={() => input.current?.click()}>
        <IconPhoto aria-hidden />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        multiple
        hidden
        onChange={change}
        aria-label={texts.addPictures}
      />
    </>
  )
}

function Chosen({ pictures, onRemove }: { pictures: File[]; onRemove: (picture: File) => void }) {
  if (pictures.length === 0) return null
  return (
    <ul className={classes.chosen}>
      {pictures.map((picture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
        <li key={`${picture.name} ${index}`}>
          <LocalPicture picture={picture} />
          <ActionIcon
            className={classes.unchoose ?? ''}
            aria-label={texts.removePicture(picture.name)}
            onClick={() => onRemove(picture)}
          >
            <IconX aria-hidden size={18} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
