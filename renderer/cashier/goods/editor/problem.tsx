/** Why something was not done, or what somebody else has done meanwhile. */
export function Problem({ children }: { readonly children: string }) {
  return (
    <p className="item-problem" role="alert">
      {children}
    </p>
  );
}
