/** The home page of the last visit: shown at once, and replaced when the server responds. */
import type { Home } from '@koedana/contract/home-page.ts'
import { useSettings } from '../lib/settings.ts'
import { currentUser } from './session.ts'

const storageKey = 'home.last'

/** The stored page is used only for the same user, age limit and language. */
const ownerOf = () => {
  const user = currentUser()
  return user && JSON.stringify([user.id, user.ageRestriction, useSettings.getState().locale])
}

interface StoredHome {
  readonly owner: string
  readonly home: Home
}

/**
 * Checks that all lists which the page renders are present, since an older version may have stored it. The contract's schema would add two
 * kilobytes to the first load of every page.
 */
function isStored(value: unknown): value is StoredHome {
  if (!isRecord(value) || typeof value.owner !== 'string' || !isRecord(value.home)) return false
  const { own, ...common } = value.home
  if (!isRecord(own) || !isRecord(own.layout)) return false
  const lists = [common.rows, common.announcements, common.latest, common.added, common.rising]
  return [...lists, own.continued, own.views, own.followed, own.sets, own.hours].every(Array.isArray)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export function readLastHome(): Home | undefined {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isStored(read) && read.owner === ownerOf() ? read.home : undefined
  } catch {
    return undefined
  }
}

export function storeLastHome(home: Home): void {
  const owner = ownerOf()
  if (owner === undefined) return
  try {
    localStorage.setItem(storageKey, JSON.stringify({ owner, home }))
  } catch {
    clearLastHome()
  }
}

/** If the browser forbids storage, nothing was stored. */
export function clearLastHome(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    return
  }
}
