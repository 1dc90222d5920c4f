<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ford" tilewidth="32" tileheight="32" tilecount="4" columns="4">
 <tile id="1"><properties><property name="collides" type="bool" value="true"/></properties></tile>
 <tile id="2"><properties><property name="terrain" value="shallow water"/></properties></tile>
 <tile id="3"><properties><property name="level" type="int" value="2"/></properties></tile>
</tileset>
