import { type ExerciseDetail, getCategoryExercise } from '@plaza/client/wellness'
import { createStore, del, delMany, entries, set } from 'idb-keyval'
import { useSyncExternalStore } from 'react'
import { texts } from '../../texts/recordings.ts'
import { ask, Failure } from '../../ui/failure.ts'
import { session } from '../session.ts'

/** An exercise that somebody keeps on this device, with what is heard or seen in it. */
export interface KeptExercise {
  exercise: ExerciseDetail
  recording: Blob
}

/** All of one person together. It is to leave room for everything else on a small phone. */
export const mostBytes = 500_000_000

const store = createStore('plaza-kept-recordings', 'recordings')
const otherTabs = new BroadcastChannel('plaza-kept-recordings')
otherTabs.onmessage = () => void load()
const listeners = new Set<() => void>()
let known: readonly [key: string, kept: KeptExercise][] = []
let own: readonly KeptExercise[] = []
let isRead = false

const keyOf = (personId: string, exerciseId: string) => `${personId} ${exerciseId}`
const isOf = (personId: string) => (key: string) => key.startsWith(`${personId} `)

function show(): void {
  const { personId } = session
  own = known.filter(([key]) => isOf(personId)(key)).map(([, kept]) => kept)
  for (const listener of listeners) listener()
}

async function load(): Promise<void> {
  known = await entries<string, KeptExercise>(store)
  isRead = true
  show()
}

async function changed(): Promise<void> {
  otherTabs.postMessage('changed')
  await load()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the person who is signed in keeps on this device. */
export const useKeptExercises = (): readonly KeptExercise[] => useSyncExternalStore(subscribe, () => own)

/** Whether that is known by now: a page that was just opened has to read it first. */
export const useAreKeptRead = (): boolean => useSyncExternalStore(subscribe, () => isRead)

export const bytesOf = (kept: readonly KeptExercise[]): number =>
  kept.reduce((sum, { recording }) => sum + recording.size, 0)

/** An address changes with every asking; where the file is does not. */
export const fileOf = (url: string | null) => (url === null ? null : new URL(url, location.href).pathname)

/** Whether the file of an exercise is another one by now, or not the person's to play any more. */
const isStale = (kept: KeptExercise, now: ExerciseDetail) =>
  now.isLocked || now.isRetired || fileOf(kept.exercise.mediaUrl) !== fileOf(now.mediaUrl)

type Progress = (share: number) => void

/**
 * Fetches the recording of an exercise and keeps both.
 * @param onProgress is told how much of it is there, from 0 to 1.
 * @throws Failure when it does not come, or there is no room
 */
export async function keepExercise(
  exerciseId: string,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { personId } = session
  // The address that the page has may be too old.
  const { data: exercise } = await ask(getCategoryExercise({ path: { exerciseId }, signal }))
  if (exercise.mediaUrl === null) throw new Failure(0, 'UNREADABLE', texts.failed)
  const recording = await fetchRecording(exercise.mediaUrl, onProgress, signal)
  // Who has stopped it or signed out meanwhile keeps nothing here.
  if (signal.aborted || session.personId !== personId) return
  // Others may have come meanwhile.
  checkRoom(recording.size)
  // What somebody chose to keep is not to go when the device needs room.
  void navigator.storage?.persist?.().catch(() => false)
  try {
    await set(keyOf(personId, exerciseId), { exercise, recording } satisfies KeptExercise, store)
  } catch {
    throw new Failure(0, 'FULL', texts.deviceFull)
  }
  await changed()
}

async function fetchRecording(url: string, onProgress: Progress, signal: AbortSignal): Promise<Blob> {
  try {
    const { ok, status, headers, body } = await fetch(url, { signal })
    if (!ok || !body) throw new Failure(status, 'UNREADABLE', texts.failed)
    const told = Number(headers.get('content-length') ?? 0)
    checkRoom(told)
    let bytes = 0
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        bytes += part.byteLength
        checkRoom(bytes)
        onProgress(told > 0 ? bytes / told : 0)
        controller.enqueue(part)
      },
    })
    const type = headers.get('content-type') ?? ''
    return await new Response(body.pipeThrough(counted), { headers: { 'content-type': type } }).blob()
  } catch (error) {
    throw signal.aborted || error instanceof Failure ? error : new Failure(0, 'OFFLINE', texts.failed)
  }
}

function checkRoom(bytes: number): void {
  if (bytesOf(own) + bytes > mostBytes) throw new Failure(0, 'FULL', texts.full)
}

export async function forgetExercise(exerciseId: string): Promise<void> {
  await del(keyOf(session.personId, exerciseId), store)
  await changed()
}

const asKept = (exercise: ExerciseDetail) =>
  JSON.stringify({ ...exercise, mediaUrl: fileOf(exercise.mediaUrl) })

/** Goes by what the server says of an exercise now: renews what is kept of it, or lets it go. */
export async function followExercise(now: ExerciseDetail): Promise<void> {
  await loaded
  const kept = own.find(({ exercise }) => exercise.id === now.id)
  if (!kept) return
  if (isStale(kept, now)) return forgetExercise(now.id)
  if (asKept(kept.exercise) === asKept(now)) return
  await set(keyOf(session.personId, now.id), { ...kept, exercise: now } satisfies KeptExercise, store)
  await changed()
}

let personId = session.personId
session.subscribe(() => {
  const before = personId
  personId = session.personId
  show()
  // What they kept is for them alone, and belongs to their subscription.
  if (personId === '' && before !== '')
    void delMany(known.map(([key]) => key).filter(isOf(before)), store)
      .then(changed)
      .catch(() => undefined)
})
const loaded = load().catch(() => undefined)
