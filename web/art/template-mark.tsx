/** Plan views of the same markings, for badges and filters. */
const MARKS: Record<string, string> = {
  soccer: 'M3 5h18v14H3zM12 5v14M3 9h3.5v6H3M21 9h-3.5v6H21M14.6 12a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 0 1 5.2 0',
  football: 'M3 5h18v14H3zM6.5 5v14M17.5 5v14M10.2 5v14M13.8 5v14M8.3 10.6v2.8M12 10.6v2.8M15.7 10.6v2.8',
  baseball:
    'M12 20.5 2.8 11.3a13 13 0 0 1 18.4 0zM12 20.5l-4.6-4.6L12 11.3l4.6 4.6zM12.8 15.6a.8.8 0 1 1-1.6 0a.8.8 0 0 1 1.6 0',
  basketball:
    'M4 4h16v16H4zM9.2 20v-6.5h5.6V20M9.2 13.5a2.8 2.8 0 0 1 5.6 0M5.8 20v-3.4a6.2 6.2 0 0 1 12.4 0V20M9.6 4a2.4 2.4 0 0 0 4.8 0',
  reading:
    'M12 6.5v13M12 6.5C9.6 5 6.6 4.7 3 5v13c3.6-.3 6.6 0 9 1.5 2.4-1.5 5.4-1.8 9-1.5V5c-3.6-.3-6.6 0-9 1.5M6 9h3M6 12h3M15 9h3M15 12h3',
  running: 'M9.5 3 4 21M14.5 3 20 21M12 4v2.5M12 9.5v3M12 15.5v4M4 3h16',
  swimming: 'M4 4h16v16H4zM8 4v16M12 4v16M16 4v16M5.5 2.5h1M9.5 2.5h1M13.5 2.5h1M17.5 2.5h1',
  music: 'M3 18a9 9 0 0 1 18 0zM6.5 18a5.5 5.5 0 0 1 11 0M10 18a2 2 0 0 1 4 0M3 18v2.5h18V18',
  robotics: 'M4 4h16v16H4zM9.3 4v16M14.7 4v16M4 9.3h16M4 14.7h16M10.6 10.6h2.8v2.8h-2.8z',
  animals: 'M4 10.5 12 4l8 6.5V20H4zM9.5 20v-4.5a2.5 2.5 0 0 1 5 0V20M2 12l2-1.5M20 10.5l2 1.5',
  food: 'M4 8h16v11H4zM4 12h16M4 15.5h16M8 8v11M16 8v11M6 8a2 2 0 0 1 4 0M10 8a2 2 0 0 1 4 0M14 8a2 2 0 0 1 4 0',
  garden: 'M3 4h7v16H3zM14 4h7v16h-7zM6.5 8v.1M6.5 12v.1M6.5 16v.1M17.5 8v.1M17.5 12v.1M17.5 16v.1M12 4v16',
  theater: 'M3 4h18v7H3zM3 4l3.5 7M21 4l-3.5 7M5 14.5a16 16 0 0 0 14 0M4 18a18 18 0 0 0 16 0',
  scouts: 'M12 4 3 20h18zM12 11l-3.5 9M12 11l3.5 9M12 4l1.2-2M12 4l-1.2-2',
  custom: 'M8 5h8a7 7 0 0 1 0 14H8A7 7 0 0 1 8 5zM8.5 9h7a3 3 0 0 1 0 6h-7a3 3 0 0 1 0-6zM12 15v4',
}

export function TemplateMark({ cause }: { cause: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5 fill-none stroke-current stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round]"
      aria-hidden="true"
    >
      <path d={MARKS[cause] ?? MARKS.custom} />
    </svg>
  )
}
