import type { Generated } from 'kysely'

/** `top`, `important` and `draft` are 0 or 1. */
export interface AnnouncementTable {
  key: Generated<number>
  id: string
  title: string
  content: string
  top: number
  important: number
  draft: number
  created_at: string
  updated_at: string
}
