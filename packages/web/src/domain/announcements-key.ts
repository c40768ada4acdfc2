/** The prefix of all query keys of announcements, so that an administrator's change refreshes all of them. */
export const announcementsKey = ['announcements'] as const
