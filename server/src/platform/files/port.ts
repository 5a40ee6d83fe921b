export interface PresignedPut {
  url: string
  method: 'PUT'
  headers: Record<string, string>
}

export interface Announced {
  contentType: string
  /** In bytes. */
  size: number
}

/** Addresses for clients. They are computed here; nobody outside is asked. */
export interface FileAddresses {
  /** Where clients reach the files when that is not this server. */
  origin?: string
  /** An address to which exactly these bytes may be PUT: the type and the length are signed too. */
  presignPut(key: string, file: Announced, expiresSeconds: number): Promise<PresignedPut>
  presignGet(key: string, expiresSeconds: number): Promise<string>
}

/**
 * A place for files, spoken to as S3: clients' bytes go in and out by presigned addresses. Writing and
 * removing may be repeated; every failure is one of `platform/provider.ts`, or of the disk.
 */
export interface Files extends FileAddresses {
  /** @returns undefined when there is no such object. */
  size(key: string): Promise<number | undefined>
  read(key: string): Promise<Buffer | undefined>
  /** The first bytes of an object that may be too large to read, or all of them where there are no more. */
  readStart(key: string, bytes: number): Promise<Buffer | undefined>
  write(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Writes what a file of this machine holds, however much that is. */
  writeFrom(path: string, key: string, contentType: string): Promise<void>
  remove(key: string): Promise<void>
}
