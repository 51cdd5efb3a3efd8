CREATE TABLE "setting" (
	"target" text PRIMARY KEY NOT NULL,
	"sealed" "bytea",
	"base_url" text,
	"model" text,
	"params" json,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
