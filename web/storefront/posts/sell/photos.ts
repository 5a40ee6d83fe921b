import { getMedia } from '@plaza/client/marketplace'
import { useEffect, useState } from 'react'
import { texts } from '../../../texts/selling.ts'
import type { Draft } from '../../../ui/drafts.ts'
import { ask, Failure } from '../../../ui/failure.ts'
import { newId } from '../../../ui/ids.ts'
import { messageOf } from '../../../ui/states.tsx'
import { isPicture, uploadPicture } from '../../../ui/upload.ts'

export const mostPhotos = 20
const atOnce = 3

export interface Photo {
  id: string
  name: string
  state: 'waiting' | 'sending' | 'checking' | 'ready' | 'failed'
  /** From 0 to 1. */
  progress: number
  /** The bytes, as long as this browser has them. */
  file?: Blob
  /** An address to show it by. */
  preview: string
  /** Set once it is uploaded. */
  url?: string
  uploadId?: string
  problem?: string
}

/** A photo as a draft keeps it. */
export type KeptPhoto = Pick<Photo, 'id' | 'name' | 'file' | 'url' | 'uploadId'>

const keptOf = ({ id, name, file, url, uploadId }: Photo): KeptPhoto => ({
  id,
  name,
  ...(file ? { file } : {}),
  ...(url ? { url } : {}),
  ...(uploadId ? { uploadId } : {}),
})

const opened = (photo: KeptPhoto): Photo => ({
  ...photo,
  state: photo.url ? 'ready' : 'waiting',
  progress: photo.url ? 1 : 0,
  preview: photo.file ? URL.createObjectURL(photo.file) : (photo.url ?? ''),
})

const addressesOf = (photos: readonly KeptPhoto[]): string => photos.map(({ url }) => url).join()

/** The photos of one listing on their way to the server, in the order that buyers will see. */
export class Photos {
  #photos: readonly Photo[] = []
  readonly #listeners = new Set<() => void>()
  readonly #running = new Map<string, AbortController>()
  #base: readonly KeptPhoto[]
  #isLeft = false

  /** @param base those that the listing has. */
  constructor(kept: readonly KeptPhoto[], base: readonly KeptPhoto[]) {
    this.#photos = kept.map(opened)
    this.#base = base
    for (const photo of this.#photos) if (photo.uploadId) void this.#check(photo)
    window.addEventListener('online', this.retryAll)
    this.#start()
  }

  get all(): readonly Photo[] {
    return this.#photos
  }

  get isBusy(): boolean {
    return this.#photos.some(({ state }) => ['waiting', 'sending', 'checking'].includes(state))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells what a draft is to keep, each time that this is something else. @returns a function that ends it. */
  watchKept(tell: (kept: readonly KeptPhoto[]) => void): () => void {
    let last = JSON.stringify(this.#photos.map(keptOf))
    return this.subscribe(() => {
      const kept = this.#photos.map(keptOf)
      const text = JSON.stringify(kept)
      if (text === last) return
      last = text
      tell(kept)
    })
  }

  /** The listing was changed elsewhere: photos that were not touched here are those that it has now. */
  follow(now: readonly KeptPhoto[]): void {
    const isTouched = addressesOf(this.#photos) !== addressesOf(this.#base)
    this.#base = now
    if (!isTouched) this.#show(now.map(opened))
  }

  /** @returns how many were left out, because there are too many or they are no pictures. */
  add(files: readonly File[]): { tooMany: number; notPictures: number } {
    const pictures = files.filter(isPicture)
    const room = Math.max(0, mostPhotos - this.#photos.length)
    const added = pictures.slice(0, room).map(
      (file): Photo => ({
        id: newId(),
        name: file.name,
        state: 'waiting',
        progress: 0,
        file,
        preview: URL.createObjectURL(file),
      }),
    )
    this.#show([...this.#photos, ...added])
    this.#start()
    return { tooMany: pictures.length - added.length, notPictures: files.length - pictures.length }
  }

  remove(id: string): void {
    this.#running.get(id)?.abort()
    const photo = this.#photos.find((one) => one.id === id)
    if (photo?.file) URL.revokeObjectURL(photo.preview)
    this.#show(this.#photos.filter((one) => one.id !== id))
  }

  move(id: string, position: number): void {
    const photo = this.#photos.find((one) => one.id === id)
    if (!photo || position < 0 || position >= this.#photos.length) return
    const others = this.#photos.filter((one) => one !== photo)
    this.#show(others.toSpliced(position, 0, photo))
  }

  retry(id: string): void {
    this.#change(id, { state: 'waiting', progress: 0, problem: undefined })
    this.#start()
  }

  /** Tries everything again that failed, because the connection is back. */
  readonly retryAll = (): void => {
    for (const { id, state, file } of this.#photos) if (state === 'failed' && file) this.retry(id)
  }

  /** Waits until nothing is on its way. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.isBusy) return
        leave()
        resolve()
      }
      const leave = this.subscribe(look)
      look()
    })
  }

  /** Stops what is on its way; the draft keeps the files. */
  leave(): void {
    this.#isLeft = true
    window.removeEventListener('online', this.retryAll)
    for (const controller of this.#running.values()) controller.abort()
    for (const { file, preview } of this.#photos) if (file) URL.revokeObjectURL(preview)
  }

  /** Uploads that no listing uses are thrown away after a while; a kept draft may be older. */
  async #check({ id, uploadId = '', file }: Photo): Promise<void> {
    try {
      await ask(getMedia({ path: { upload_id: uploadId } }))
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 404) return
      if (!file) return this.remove(id)
      this.#change(id, { state: 'waiting', progress: 0, url: undefined, uploadId: undefined })
      this.#start()
    }
  }

  #start(): void {
    const waiting = this.#photos.filter(({ state }) => state === 'waiting')
    for (const photo of waiting.slice(0, Math.max(0, atOnce - this.#running.size))) void this.#send(photo)
  }

  async #send({ id, file }: Photo): Promise<void> {
    const controller = new AbortController()
    this.#running.set(id, controller)
    this.#change(id, { state: 'sending' })
    try {
      if (!file) throw new Failure(400, 'NO_FILE', texts.photos.lost)
      const sent = await uploadPicture(file, 'post', {
        signal: controller.signal,
        onProgress: (progress) => this.#change(id, { progress }),
        onSent: () => this.#change(id, { state: 'checking', progress: 1 }),
      })
      this.#change(id, { uploadId: sent.id, url: sent.url, state: 'ready' })
    } catch (error) {
      if (!controller.signal.aborted) this.#change(id, { state: 'failed', problem: messageOf(error) })
    } finally {
      this.#running.delete(id)
      if (!this.#isLeft) this.#start()
    }
  }

  #change(id: string, change: { [Key in keyof Photo]?: Photo[Key] | undefined }): void {
    // An unset field leaves the photo, as a spread would not.
    const merge = (photo: Photo) =>
      Object.fromEntries(
        Object.entries({ ...photo, ...change }).filter(([, value]) => value !== undefined),
      ) as unknown as Photo
    this.#show(this.#photos.map((photo) => (photo.id === id ? merge(photo) : photo)))
  }

  #show(photos: readonly Photo[]): void {
    this.#photos = photos
    for (const listener of this.#listeners) listener()
  }
}

/** The photos of a draft, for as long as its form is open. */
export function usePhotos({ values, base }: Draft<{ photos: readonly KeptPhoto[] }>): Photos | undefined {
  const [photos, setPhotos] = useState<Photos>()
  const [first] = useState({ kept: values.photos, base: base.values.photos })
  useEffect(() => {
    const begun = new Photos(first.kept, first.base)
    setPhotos(begun)
    return () => begun.leave()
  }, [first])
  return photos
}
