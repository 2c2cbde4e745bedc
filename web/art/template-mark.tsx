/** Plan views of the same markings, for badges and filters. */
const MARKS: Record<string, string> = {
  soccer: 'M3 5h18v14H3zM12 5v14M3 9h3.5v6H3M21 9h-3.5v6H21M14.6 12a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 0 1 5.2 0',
  football: 'M3 5h18v14H3zM6.5 5v14M17.5 5v14M10.2 5v14M13.8 5v14M8.3 10.6v2.8M12 10.6v2.8M15.7 10.6v2.8',
  baseball:
    'M12 20.5 2.8 11.3a13 13 0 0 1 18.4 0zM12 20.5l-4.6-4.6L12 11.3l4.6 4.6zM12.8 15.6a.8.8 0 1 1-1.6 0a.8.8 0 0 1 1.6 0',
  basketball:
    'M4 4h16v16H4zM9.2 20v-6.5h5.6V20M9.2 13.5a2.8 2.8 0 0 1 5.6 0M5.8 20v-3.4a6.2 6.2 0 0 1 12.4 0V20M9.6 4a2.4 2.4 0 0 0 4.8 0',
  custom: 'M8 5h8a7 7 0 0 1 0 14H8A7 7 0 0 1 8 5zM8.5 9h7a3 3 0 0 1 0 6h-7a3 3 0 0 1 0-6zM12 15v4',
}

export function TemplateMark({ scene }: { scene: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={MARKS[scene] ?? MARKS.custom} />
    </svg>
  )
}
