import type { User } from '#domain/schemas/user.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const initials = (user: User): string =>
  [user.firstName, user.lastName]
    .map((name) => [...(name?.trim() ?? '')][0] ?? '')
    .join('')
    .toUpperCase() || (user.email[0] ?? '?').toUpperCase()

export const UserAvatar = ({ user }: { user: User }) => (
  <Avatar initials={initials(user)} image={user.profileImageUrl} />
)
