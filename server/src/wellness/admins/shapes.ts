import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '../../platform/operation/schema.ts'
import type { AdminRow } from './queries.ts'

export const AdminProfile = Type.Object(
  {
    id: Id,
    version: Type.Integer(),
    name: Type.String(),
    email: Type.String(),
    role: Type.String(),
    profileImage: Nullable(Type.String()),
    timeZone: Type.String(),
    language: Type.String(),
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
