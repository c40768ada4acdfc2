/** All queries of announcements lie below this key: what an administrator changes, readers see at once. */
export const announcementsKey = ['announcements'] as const
