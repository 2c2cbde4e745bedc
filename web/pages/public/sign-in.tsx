export default function Page() {
  return (
    <main id="main" className="wrap py-10">
      <h1>public/sign-in</h1>
    </main>
  )
}
