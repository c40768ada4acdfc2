/** Below it lies all that is asked of announcements: what an administrator changes, readers see at once. */
export const announcementsKey = ['announcements'] as const
