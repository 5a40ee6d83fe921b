import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { roles } from '../access.ts'
import type { AdminRow } from './queries.ts'

export const AdminProfile = Type.Object(
  {
    id: Id,
    version: Type.Integer(),
    name: Shown('Ada Lovelace'),
    email: Shown('ada@example.org'),
    role: OneOf(roles),
    profileImage: Nullable(Shown('https://plaza.example/files/0197b3a1-9c40/640.webp')),
    timeZone: Shown('Europe/Berlin'),
    language: Shown('en'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'AdminProfile' },
)

export const presentAdmin = (row: AdminRow): Static<typeof AdminProfile> => ({
  id: row.id,
  version: row.version,
  name: row.name,
  email: row.email,
  role: row.role,
  profileImage: row.profile_image,
  timeZone: row.timezone,
  language: row.language,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
